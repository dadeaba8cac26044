import 'reflect-metadata';
import fastifyCookie from '@fastify/cookie';
import { Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardController } from './board.controller.js';
import { database } from './database.js';
import { Session } from './entities.js';
import { LikesController } from './likes.controller.js';
import { LikesService } from './likes.service.js';
import { SameOriginGuard } from './same-origin.guard.js';

@Module({
  imports: [TypeOrmModule.forRoot(database), TypeOrmModule.forFeature([Session])],
  controllers: [BoardController, LikesController],
  providers: [LikesService, { provide: APP_GUARD, useClass: SameOriginGuard }],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
app.enableShutdownHooks();
await app.register(fastifyCookie);
await app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
process.stdout.write(`listening on ${await app.getUrl()}\n`);
