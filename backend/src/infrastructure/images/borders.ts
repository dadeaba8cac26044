/** The side of the grey picture that borders are looked for in, at most, in pixels. */
export const BORDERS_SIDE = 256;
/** A pixel has the colour of a border if its brightness differs by at most so much. */
const SAME = 16;
/** A line belongs to a border if so much of it has that colour: the rest may be a clock, icons and captions. */
const MOSTLY = 0.6;
/** What is left must have this part of each side. */
const LEAST = 0.2;

/** A part of a picture, in pixels of it. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A grey picture: rows from the top, a byte a pixel. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture without the borders that a screenshot or a letter box added: the widest band of rows that are no border, and
 * of columns in it. Null if it has none.
 */
export function withoutBorders({ data, width, height }: Grey): Area | null {
  const row: Line = { count: height, length: width, pixel: (line, at) => data[line * width + at]! };
  const above = coloursOf(row);
  const { start: top, length: down } = bandOf(row, above);
  const pixel = (line: number, at: number) => data[(top + at) * width + line]!;
  const column: Line = { count: width, length: down, pixel };
  // Where there are borders above or below, those beside the picture have the same colour: all else is the picture.
  const { start: left, length: across } = bandOf(column, down < height ? above : coloursOf(column));
  if (down === height && across === width) return null;
  if (down < LEAST * height || across < LEAST * width) return null;
  return { left, top, width: across, height: down };
}

/** The rows or the columns of a picture. */
interface Line {
  readonly count: number;
  readonly length: number;
  readonly pixel: (line: number, at: number) => number;
}

/** The colours that the first and the last line mostly have. */
function coloursOf(lines: Line): readonly number[] {
  const { count, length, pixel } = lines;
  return [0, count - 1].flatMap((line) => {
    const sorted = Uint8Array.from({ length }, (_, at) => pixel(line, at)).toSorted();
    const colour = sorted[length >> 1] ?? 0;
    return hasMostly(lines, line, colour) ? [colour] : [];
  });
}

function hasMostly({ length, pixel }: Line, line: number, colour: number): boolean {
  let same = 0;
  for (let at = 0; at < length; at += 1) if (Math.abs(pixel(line, at) - colour) <= SAME) same += 1;
  return same >= MOSTLY * length;
}

/** The longest run of lines that have none of these colours. */
function bandOf(lines: Line, colours: readonly number[]): { start: number; length: number } {
  let [longest, start] = [{ start: 0, length: 0 }, 0];
  for (let line = 0; line <= lines.count; line += 1) {
    if (line < lines.count && !colours.some((colour) => hasMostly(lines, line, colour))) continue;
    if (line - start > longest.length) longest = { start, length: line - start };
    start = line + 1;
  }
  return longest;
}
