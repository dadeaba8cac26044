import { Module } from '@nestjs/common';
import { CardDrawings, DrawingLimit } from '../api/share-cards/card-drawings.service.js';
import { ShareCardsController, SiteCardController } from '../api/share-cards/share-cards.controller.js';
import { ShareCards } from '../api/share-cards/share-cards.service.js';
import { HttpModule } from './http.module.js';

@Module({
  imports: [HttpModule],
  controllers: [ShareCardsController, SiteCardController],
  providers: [CardDrawings, DrawingLimit, ShareCards],
})
export class ShareCardsModule {}
