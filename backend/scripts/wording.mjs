// What the generated pages say alike.

/** The stream's name with the fields that make up its id in braces: the id function is asked with a payload that answers with names. */
export function streamOf(aggregate) {
  return `${aggregate.category}-${aggregate.id(named('data'))}`;
}

/** A value that reads as its name in braces, and so does whatever is in it. */
function named(name) {
  return new Proxy(Object(name), {
    get: (_, field) => (field === Symbol.toPrimitive ? () => `{${name}}` : named(String(field))),
  });
}

/** A text without its line breaks. */
export function oneLine(words) {
  return words.replaceAll(/\s+/g, ' ').trim();
}
