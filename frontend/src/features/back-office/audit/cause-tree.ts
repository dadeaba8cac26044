/** A line and what followed from it. */
export interface Caused<Line> {
  readonly line: Line;
  readonly effects: readonly Caused<Line>[];
}

/** Lines as trees, each under the event that caused it, in the order of the lines; at the top are those without one. */
export function causesOf<Line extends { readonly id: string; readonly causationId: string | null }>(
  lines: readonly Line[],
): readonly Caused<Line>[] {
  const ids = new Set(lines.map(({ id }) => id));
  const under = new Map<string | null, Line[]>();
  for (const line of lines) {
    const { id, causationId } = line;
    const cause = causationId !== null && causationId !== id && ids.has(causationId) ? causationId : null;
    under
      .set(cause, under.get(cause) ?? [])
      .get(cause)
      ?.push(line);
  }
  const effectsOf = (cause: string | null): readonly Caused<Line>[] =>
    (under.get(cause) ?? []).map((line) => ({ line, effects: effectsOf(line.id) }));
  return effectsOf(null);
}
