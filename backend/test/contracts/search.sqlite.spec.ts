import { searchContract } from './search.contract.js';
import { searchInputContract } from './search-input.contract.js';

searchContract('SQLite');
searchInputContract('SQLite');
