import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The HTTP contract, as the controllers declare it. */
export function contractOf(server: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Footnote')
    .setDescription(
      'Calls that change something need a same-origin Origin or Sec-Fetch-Site header. They may name, in an x-account-id header, the account that they are meant for: a session of another one is answered with 409 and the code other_account. Every error has the body ErrorBody.',
    )
    .setVersion('1')
    .addCookieAuth('session', { type: 'apiKey', in: 'cookie', name: 'session' }, 'session')
    .build();
  return SwaggerModule.createDocument(server, about, {
    operationIdFactory: (_controller, method) => method,
  });
}
