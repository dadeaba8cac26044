import { type ArgumentMetadata, BadRequestException, type Type, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { LRUCache } from 'lru-cache';

export class InvalidRequestException extends BadRequestException {
  constructor(readonly errors: Readonly<Record<string, readonly string[]>>) {
    // Some messages end with a full stop.
    super([...new Set(Object.values(errors).flat())].join('. ').replaceAll('.. ', '. '));
  }
}

const MOST_KNOWN_QUERIES = 1000;

/** Rejects null like any non-object. A query that was valid before is recognised by its text. */
class RequestPipe extends ValidationPipe {
  private readonly queries = new WeakMap<Type, LRUCache<string, object>>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (value === null && metadata.type === 'body') {
      throw new InvalidRequestException({ body: ['Validation failed (object is expected)'] });
    }
    const { type, metatype } = metadata;
    if (type !== 'query' || !metatype || typeof value !== 'object') return super.transform(value, metadata);
    let known = this.queries.get(metatype);
    if (!known) this.queries.set(metatype, (known = new LRUCache({ max: MOST_KNOWN_QUERIES })));
    const text = JSON.stringify(value);
    let query = known.get(text);
    if (!query) known.set(text, (query = Object.freeze((await super.transform(value, metadata)) as object)));
    return query;
  }
}

/** Converts bodies and queries to validated request classes; unknown fields are dropped. */
export function validationPipe(): ValidationPipe {
  return new RequestPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) =>
      new InvalidRequestException(Object.fromEntries(errors.flatMap((error) => messages(error)))),
  });
}

/** Messages by field path, such as `socialLinks.twitter`. */
function messages({ property, constraints, children }: ValidationError): [string, string[]][] {
  const own: [string, string[]][] = constraints ? [[property, Object.values(constraints)]] : [];
  const nested = (children ?? []).flatMap((child) => messages(child));
  return [...own, ...nested.map(([path, texts]): [string, string[]] => [`${property}.${path}`, texts])];
}
