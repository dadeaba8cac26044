// Prints what Mozilla's HTTP Observatory finds at a host: `node scan.mjs localhost:8443`. JSON on standard output.
import { scan } from '@mdn/mdn-http-observatory';

const { scan: summary, tests } = await scan(process.argv[2]);
const found = Object.entries(tests).map(([test, { result, scoreModifier }]) => ({
  test,
  result,
  scoreModifier,
}));
process.stdout.write(JSON.stringify({ score: summary.score, grade: summary.grade, found }));
