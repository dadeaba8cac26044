import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { openApiOf } from '../../src/api/http/openapi.js';
import {
  CHECKOUT_ACTS,
  DISPUTE_ACTS,
  PAYMENT_ACTS,
} from '../../src/infrastructure/payments/sandbox/payment-sandbox.port.js';
import type { RunningApp } from './app.js';
import { FieldProbe, MISSING, type Schema } from './field-probe.js';
import { type Route, routesOf } from './routes.js';

/** A request class, as the body or the query of some routes. */
interface RequestClass {
  readonly type: 'body' | 'query';
  readonly metatype: Type;
}

/** The forms of the sandbox are not in the description of the API. */
const FORMS: Readonly<Record<string, Schema>> = {
  CodeForm: { properties: { to: { example: '/sandbox/mail' } } },
  CheckoutForm: { properties: { act: { enum: CHECKOUT_ACTS } } },
  DisputeForm: { properties: { act: { enum: DISPUTE_ACTS } } },
  PaymentForm: { properties: { act: { enum: PAYMENT_ACTS } } },
};

/** The part of an operation of OpenAPI that is read here. */
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[];
}

/** The answer of the validation to many values of each field of each request class that a route takes. */
export async function requestRecord(app: RunningApp): Promise<string> {
  const { components, paths } = openApiOf(app.server);
  const schemas: Readonly<Record<string, Schema>> = { ...FORMS, ...components?.schemas };
  const classes = new Map<string, { request: RequestClass; schema: Schema; calls: string[] }>();
  for (const route of routesOf(app)) {
    const operations = Object(paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]);
    const operation: Operation | undefined = Reflect.get(operations, route.method.toLowerCase());
    const query = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
    for (const request of requestsOf(route)) {
      const key = `${request.metatype.name} (${request.type})`;
      const ofQuery: Schema = {
        properties: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
      };
      const schema = request.type === 'query' ? ofQuery : (schemas[request.metatype.name] ?? {});
      const known = classes.get(key) ?? { request, schema, calls: [] };
      known.calls.push(`  of ${route.call}`);
      classes.set(key, known);
    }
  }
  const parts: string[] = [];
  for (const [key, { request, schema, calls }] of [...classes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const lines = await linesOf(request, fieldsOf(request.metatype, schema, schemas));
    parts.push([key, ...calls, ...lines, ''].join('\n'));
  }
  return parts.join('\n');
}

/** The classes that a route validates: its parameters, and a body that it documents but reads in a guard. */
function requestsOf({ handler, parameters }: Route): RequestClass[] {
  const documented: { in: string; type?: Type }[] =
    Reflect.getMetadata('swagger/apiParameters', handler) ?? [];
  const inputs = [
    ...parameters.map(({ from, type }) => ({ type: from, metatype: type })),
    ...documented.map(({ in: type, type: metatype }) => ({ type, metatype })),
  ];
  const seen = new Set<unknown>();
  return inputs.flatMap(({ type, metatype }) => {
    const isNew = metatype && !seen.has(metatype) && validated(metatype).length > 0;
    seen.add(metatype);
    return isNew && (type === 'body' || type === 'query') ? [{ type, metatype }] : [];
  });
}

/** The names of the fields with validators. */
function validated(metatype: Type): string[] {
  const all = getMetadataStorage().getTargetValidationMetadatas(metatype, '', true, false);
  return [...new Set(all.map(({ propertyName }) => propertyName))];
}

/** The fields by path, those of nested objects included; sorted, because the order of declarations means nothing. */
function fieldsOf(
  metatype: Type,
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
): [string, Schema][] {
  const names = new Set([...validated(metatype), ...Object.keys(schema.properties ?? {})]);
  return [...names].toSorted().flatMap((name): [string, Schema][] => {
    const field = schema.properties?.[name] ?? {};
    const reference = field.$ref ?? field.allOf?.[0]?.$ref;
    const target = (reference && schemas[reference.split('/').at(-1) ?? '']) || field;
    const nested = Object.entries(target.properties ?? {}).toSorted();
    return [[name, target], ...nested.map(([own, part]): [string, Schema] => [`${name}.${own}`, part])];
  });
}

async function linesOf({ metatype, type }: RequestClass, fields: [string, Schema][]): Promise<string[]> {
  const probe = new FieldProbe(type, metatype);
  const required: string[] = [];
  for (const [path, schema] of fields) {
    if ((await probe.answerTo(path, MISSING)).startsWith('refused')) {
      required.push(path);
      await probe.fill(path, schema);
    }
  }
  const lines = [`  required: ${required.join(', ') || 'nothing'}`, ...(await probe.whole())];
  for (const [path, schema] of fields) lines.push(`  ${path}`, ...(await probe.field(path, schema)));
  return lines;
}
