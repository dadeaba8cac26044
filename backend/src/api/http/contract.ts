import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The HTTP contract, as the controllers declare it. */
export function contractOf(server: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Footnote')
    .setDescription(
      'Calls that change something need a same-origin Origin or Sec-Fetch-Site header. Any call may name, in an x-account-id header, the account that it is meant for: a session of another one is answered with 409 and the code other_account, except by the call that tells who is signed in. Every error has the body ErrorBody.',
    )
    .setVersion('1')
    .addCookieAuth('session', { type: 'apiKey', in: 'cookie', name: 'session' }, 'session')
    .build();
  return SwaggerModule.createDocument(server, about, {
    operationIdFactory: (_controller, method) => method,
  });
}
