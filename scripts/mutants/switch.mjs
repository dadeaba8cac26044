// The switch in every mutated file. A process that a test starts takes its mutant from the environment.
let active = Number(process.env.FOOTNOTE_MUTANT ?? 0);
let reached = null;

/** Whether this mutant is the one on trial; while it counts, writes down that it was reached. */
export function isMutant(id) {
  reached?.add(id);
  return id === active;
}

/** Puts one mutant on trial, here and in what is started from now on; 0 for none. */
export function tryOut(id) {
  active = id;
  process.env.FOOTNOTE_MUTANT = String(id);
}

/**
 * From now on, writes down in `into` which mutants are reached; null for no longer.
 *
 * @param {Set<number> | null} into
 */
export function count(into) {
  reached = into;
}
