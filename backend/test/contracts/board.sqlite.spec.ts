import { boardContract } from './board.contract.js';

boardContract('SQLite');
