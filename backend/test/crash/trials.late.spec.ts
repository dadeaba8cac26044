import { useFolder } from '../support/folder.js';
import { embedded } from '../support/test-kernel.js';
import { itSurvivesKilledBuilds } from './killed-trials.js';

const dataDir = useFolder();

describe('builds beside the live view in files', () => {
  itSurvivesKilledBuilds(() => embedded(dataDir));
});
