import { cell, csvFile } from '../../src/api/http/admin-list.js';

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
    ['\n=1', '"\'\n=1"'],
    [' =1+1', "' =1+1"],
    ['\u00A0@SUM(A1)', "'\u00A0@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ['1=1', '1=1'],
    ['ann@example.org', 'ann@example.org'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [-1, '-1'],
    [-0.5, '-0.5'],
    [{ amount: 199, currency: 'usd' }, '1.99'],
    [{ amount: -50, currency: 'usd' }, '-0.50'],
    [{ amount: 100_000, currency: 'eur' }, '1000.00'],
    [{ amount: -199, currency: 'jpy' }, '-199'],
    [{ amount: 0, currency: 'usd' }, '0.00'],
    [true, 'true'],
    [null, ''],
  ])('of %j is %s', (value, text) => expect(cell(value)).toBe(text));
});

it('begins with a byte order mark, so that Excel reads its letters', async () => {
  let text = '';
  const { parts } = csvFile('names', { name: (name: string) => name }, [['Zoë']]);
  for await (const part of parts) text += String(part);
  expect(text).toBe('\uFEFFname\r\nZoë\r\n');
});
