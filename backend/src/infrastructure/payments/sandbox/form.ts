export type FormValue = string | readonly FormValue[] | Form;

/** A form as Stripe's API reads it: `line_items[0][quantity]=1` is a list with named values. */
export interface Form {
  readonly [name: string]: FormValue;
}

/** Reads a form or query. */
export function readForm(text: string): Form {
  const root: Draft = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    write(root, path, value);
  }
  return settled(root) as Form;
}

type Draft = Map<string, string | Draft>;

function write(draft: Draft, [head, ...rest]: readonly string[], value: string): void {
  if (head === undefined) return;
  if (rest.length === 0) {
    draft.set(head, value);
    return;
  }
  const inner = draft.get(head);
  const next: Draft = inner instanceof Map ? inner : new Map();
  draft.set(head, next);
  write(next, rest, value);
}

/** Drafts whose names are 0, 1, 2 and so on are lists. */
function settled(draft: Draft): FormValue {
  const entries = [...draft].map(
    ([name, value]) => [name, value instanceof Map ? settled(value) : value] as const,
  );
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

export function at(form: FormValue | undefined, ...path: readonly string[]): FormValue | undefined {
  return path.reduce<FormValue | undefined>(
    (value, name) => (typeof value === 'object' ? (value as Form)[name] : undefined),
    form,
  );
}

export function textAt(form: Form, ...path: readonly string[]): string | undefined {
  const value = at(form, ...path);
  return typeof value === 'string' ? value : undefined;
}

/** The list of texts at a path; empty if there is none. */
export function textsAt(form: Form, ...path: readonly string[]): readonly string[] {
  const value = at(form, ...path);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The named texts at a path; empty if there are none. */
export function namedTextsAt(form: Form, ...path: readonly string[]): Readonly<Record<string, string>> {
  const value = at(form, ...path);
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value as Form).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}
