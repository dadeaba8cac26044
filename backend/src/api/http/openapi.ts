import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The OpenAPI description of the API, generated from the controllers. */
export function openApiOf(server: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Footnote')
    .setDescription(
      'Calls that change data need a same-origin Origin or Sec-Fetch-Site header. Any call can name the account that it is meant for in an x-account-id header: if the session belongs to another account, the response is 409 with the code other_account, except for the call that returns the signed-in user. Every error has the body ErrorBody.',
    )
    .setVersion('1')
    .addCookieAuth('session', { type: 'apiKey', in: 'cookie', name: 'session' }, 'session')
    .build();
  return SwaggerModule.createDocument(server, about, {
    operationIdFactory: (_controller, method) => method,
  });
}
