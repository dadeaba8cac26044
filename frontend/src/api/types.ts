import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** The signed-in person. */
export type User = Schemas['User'];
/** A published photo with its author and scores. */
export type Post = Schemas['Post'];
/** What the judge says about an uploaded photo. */
export type RatingResult = Schemas['RatingResult'];
/** The ranked posts of one ISO week. */
export type WeeklyBoard = Schemas['WeeklyBoard'];
/** A kind of mail that a person may switch off. */
export type MailKind = Schemas['MailKind'];
