import { median } from '../scratch.js';

/** What a figure is measured on: the least possible work, this build, and the other one if there is one. */
export type SideName = 'limit' | 'ours' | 'before';

/** The values of each side: in rounds that took turns, one or more a round. */
export type Rounds = Readonly<Partial<Record<SideName, readonly (readonly number[])[]>>> & {
  readonly ours: readonly (readonly number[])[];
};

interface Row {
  readonly figure: string;
  readonly limit: number;
  readonly ours: number;
  readonly ratio: number;
  readonly before: number;
  readonly toBefore: number;
  /** The same in each round. */
  readonly spread: readonly number[];
}

/** The table of figures, in the form of docs/measurements.md. */
export class Table {
  readonly rows: Row[] = [];

  constructor(private readonly hasBefore: boolean) {}

  /** One figure of the values of all rounds; without `of` their median, and then ratios are the median of those in each round. */
  add(figure: string, sides: Rounds, of?: (values: readonly number[]) => number): void {
    const { ours } = sides;
    const one = (values: readonly number[] = []) =>
      values.length === 0 ? Number.NaN : (of ?? median)(values);
    const all = (side: SideName) => one(sides[side]?.flat());
    const ratios = (side: SideName) =>
      ours.map((values, round) => one(values) / one(sides[side]?.[round])).filter(Number.isFinite);
    const ratio = (side: SideName) => (of ? all('ours') / all(side) : one(ratios(side)));
    this.rows.push({
      figure,
      limit: all('limit'),
      ours: all('ours'),
      ratio: ratio('limit'),
      before: all('before'),
      toBefore: ratio('before'),
      spread: ratios('before'),
    });
  }

  lines(): string[] {
    const heads = [
      'figure',
      'limit',
      'ours',
      'ratio',
      ...(this.hasBefore ? ['before', 'ours to before'] : []),
    ];
    const rows = this.rows.map(({ figure, limit, ours, ratio, before, ...to }) => [
      figure,
      shown(limit),
      shown(ours),
      shown(ratio),
      ...(this.hasBefore ? [shown(before), noisy(to.toBefore, to.spread)] : []),
    ]);
    const widths = heads.map((_, column) =>
      Math.max(...[heads, ...rows].map((cells) => cells[column]?.length ?? 0)),
    );
    const line = (cells: readonly string[]) =>
      `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
    return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
  }
}

function noisy(ratio: number, spread: readonly number[]): string {
  if (spread.length < 2 || !Number.isFinite(ratio)) return shown(ratio);
  return `${shown(ratio)} (${shown(Math.min(...spread))} to ${shown(Math.max(...spread))})`;
}

/** With three digits, or all before the point. */
function shown(figure: number): string {
  if (!Number.isFinite(figure)) return '–';
  if (Math.abs(figure) >= 100) return Math.round(figure).toLocaleString('en');
  return figure.toFixed(Math.abs(figure) >= 10 ? 1 : 2);
}
