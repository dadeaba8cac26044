import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The HTTP contract, as the controllers declare it. */
export function contractOf(server: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Footnote')
    .setDescription(
      'Calls that change something need a same-origin Origin or Sec-Fetch-Site header. Every error has the body ErrorBody.',
    )
    .setVersion('1')
    .addCookieAuth('session', { type: 'apiKey', in: 'cookie', name: 'session' }, 'session')
    .build();
  return SwaggerModule.createDocument(server, about, {
    operationIdFactory: (_controller, method) => method,
  });
}
