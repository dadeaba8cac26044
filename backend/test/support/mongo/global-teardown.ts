export { tearDown as default } from './global-setup.js';
