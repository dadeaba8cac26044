// Preloaded by everything that takes pictures: time stands still, in the middle of a week and after all that a browser keeps.
import { mock } from 'node:test';

mock.timers.enable({ apis: ['Date'], now: Date.parse('2035-05-16T12:00:00Z') });
