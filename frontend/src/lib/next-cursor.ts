/** The `cursor` of the page after this one, from a `Link` header's rel="next" (RFC 8288); undefined on the last page. */
export function nextCursor(linkHeader: string | null): string | undefined {
  for (const [, target, parameters] of (linkHeader ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (target !== undefined && /;\s*rel="?next"?\s*(;|,|$)/i.test(parameters ?? '')) {
      return new URL(target, 'http://relative.invalid').searchParams.get('cursor') ?? undefined;
    }
  }
  return undefined;
}
