import { cell } from '../../src/api/http/admin-list.js';

describe('a cell of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['one, two', '"one, two"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tcmd', "'\tcmd"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [-1, '-1'],
    [true, 'true'],
    [null, ''],
  ])('of %j is %s', (value, text) => expect(cell(value)).toBe(text));
});
