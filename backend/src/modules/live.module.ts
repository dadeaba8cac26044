import { Module } from '@nestjs/common';
import { LiveFeed } from '../api/live/live-feed.service.js';
import { LiveConnections, LiveController } from '../api/live/live.controller.js';
import { HttpModule } from './http.module.js';

@Module({
  imports: [HttpModule],
  controllers: [LiveController],
  providers: [LiveFeed, LiveConnections],
})
export class LiveModule {}
