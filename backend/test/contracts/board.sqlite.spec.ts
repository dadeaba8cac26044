import { sqliteStoryStore } from '../support/story-site.js';
import { boardContract } from './board.contract.js';

boardContract('SQLite', sqliteStoryStore);
