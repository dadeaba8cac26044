// The switch in every mutated file. A process that a test starts reads its mutant from the environment.
let active = Number(process.env.FOOTNOTE_MUTANT ?? 0);
let reached = null;

/** Whether this mutant is active. Records that it was reached while recording is on. */
export function isMutant(id) {
  reached?.add(id);
  return id === active;
}

/** Activates one mutant, here and in processes started from now on; 0 for none. */
export function tryOut(id) {
  active = id;
  process.env.FOOTNOTE_MUTANT = String(id);
}

/**
 * Records the reached mutants in `into` from now on; null stops recording.
 *
 * @param {Set<number> | null} into
 */
export function count(into) {
  reached = into;
}
