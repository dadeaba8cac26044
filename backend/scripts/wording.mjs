// Texts that the generated pages share.

/** The name of a stream, with the fields of its id in braces: the id function gets a payload whose values are their own names. */
export function streamOf(aggregate) {
  return `${aggregate.category}-${aggregate.id(named('data'))}`;
}

/** A value that reads as its name in braces, like every field of it. */
function named(name) {
  return new Proxy(Object(name), {
    get: (_, field) => (field === Symbol.toPrimitive ? () => `{${name}}` : named(String(field))),
  });
}

/** A text without its line breaks. */
export function oneLine(words) {
  return words.replaceAll(/\s+/g, ' ').trim();
}
