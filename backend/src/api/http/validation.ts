import { type ArgumentMetadata, BadRequestException, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

export class InvalidRequestException extends BadRequestException {
  constructor(readonly errors: Readonly<Record<string, readonly string[]>>) {
    // Some messages end with a full stop.
    super([...new Set(Object.values(errors).flat())].join('. ').replaceAll('.. ', '. '));
  }
}

/** Rejects null like any non-object. */
class RequestPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (value === null && metadata.type === 'body') {
      throw new InvalidRequestException({ body: ['Validation failed (object is expected)'] });
    }
    return super.transform(value, metadata);
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
