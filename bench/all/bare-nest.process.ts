import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

// The least that a server with Nest loads: a module without anything, and no route.
const app = await NestFactory.create({ module: Object }, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
process.stdout.write(`listening on ${await app.getUrl()}\n`);
