import { searchContract } from './search.contract.js';

searchContract('SQLite');
