import { MemoryRequests } from '../support/active-requests.js';
import { activeRequestsContract } from './active-requests.contract.js';

activeRequestsContract('memory', async () => new MemoryRequests());
