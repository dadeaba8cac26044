import { itSurvivesKilledBuilds } from '../crash/killed-trials.js';
import { useFolder } from '../support/folder.js';
import { embedded } from '../support/test-kernel.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();
const dataDir = useFolder();

describe('builds beside the live view in MongoDB', () => {
  let mongodbUrl: string;
  beforeEach(() => {
    mongodbUrl = under.server.database();
  });
  itSurvivesKilledBuilds(() => ({ ...embedded(dataDir), mongodbUrl }));
});
