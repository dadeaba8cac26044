import { sqliteStoryStore } from '../support/story-site.js';
import { searchContract } from './search.contract.js';

searchContract('SQLite', sqliteStoryStore);
