/** What an act is called, such as "Post hidden", from the name of its event. */
export function kindName(kind: string): string {
  return kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
