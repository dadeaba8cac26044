import { Module } from '@nestjs/common';
import { Publishing } from '../api/posts/publishing.service.js';
import { PostsController } from '../api/posts/posts.controller.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

@Module({
  imports: [HttpModule, PhotosModule],
  controllers: [PostsController],
  providers: [Publishing],
})
export class PostsModule {}
