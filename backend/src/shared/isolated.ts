/** The last four are halves of pairs: those of all characters from U+10800 to U+10FFF and from U+1E800 to U+1EFFF. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFEFC\uD802\uD803\uD83A\uD83B]/;

/** A name inside a text that has no markup, such as a title: its direction changes nothing around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
