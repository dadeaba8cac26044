/** The document head of a page: its title and what search engines say about it. */
export function pageHead(title: string, description: string) {
  return {
    meta: [
      { title: title === 'Footnote' ? title : `${title} · Footnote` },
      { name: 'description', content: description },
    ],
  };
}
