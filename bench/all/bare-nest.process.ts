import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

/** The least that a server with Nest loads: no module of its own, no route. */
class Empty {}
Module({})(Empty);

const app = await NestFactory.create(Empty, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
process.stdout.write(`listening on ${await app.getUrl()}\n`);
