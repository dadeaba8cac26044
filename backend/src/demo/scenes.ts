import type { BoostType } from '../domain/boosts/boost-facts.js';
import type { ReportCategory } from '../domain/report/report.js';

/** A person does something at a time. People and photos are numbered, comments named, across the whole plan. */
interface Act<Kind extends string> {
  readonly kind: Kind;
  readonly person: number;
  readonly at: Date;
}

export type Join = Act<'join'>;
export type Publish = Act<'publish'> & { readonly photo: number };
export type Rate = Act<'rate'> & { readonly photo: number; readonly score: number };
export type Like = Act<'like'> & { readonly photo: number };
/** A comment, or a reply to the comment `parent`. */
export type Say = Act<'say'> & {
  readonly photo: number;
  readonly comment: string;
  readonly parent: string | null;
  readonly text: string;
};
/** A like of a comment. */
export type Applaud = Act<'applaud'> & { readonly photo: number; readonly comment: string };
/** A report of a post, which waits for a moderator. */
export type Complain = Act<'complain'> & {
  readonly photo: number;
  readonly category: ReportCategory;
  readonly text: string;
};
/** A moderator approves a photo of the person. */
export type Approve = Act<'approve'> & { readonly photo: number };
/** A moderator finds nothing wrong with a photo that the person has reported. */
export type Dismiss = Act<'dismiss'> & { readonly photo: number };

/** Somebody pays for a boost, of their post `photo` or for later, or donates (`boostType` null). */
export type Buy = Act<'buy'> & {
  readonly purchase: string;
  readonly boostType: BoostType | null;
  readonly photo: number | null;
};
/** The money of a purchase is given back, or its buyer's bank disputes it. */
export type TakeBack = Act<'takeBack'> & {
  readonly purchase: string;
  readonly by: 'refund' | 'dispute';
};

/** What people do at posts of others, their replies at their own posts, and what moderators do. */
export type CrowdScene = Rate | Like | Say | Applaud | Complain | Approve | Dismiss;

export type MoneyScene = Buy | TakeBack;

export type Scene = Join | Publish | CrowdScene | MoneyScene;

/** The unique name of a scene in its plan. */
export function nameOf(scene: Scene): string {
  const { kind, person } = scene;
  if (kind === 'join') return `join/${person}`;
  if (kind === 'publish') return `publish/${scene.photo}`;
  if (kind === 'say') return `say/${scene.comment}`;
  if (kind === 'buy' || kind === 'takeBack') return `${kind}/${scene.purchase}`;
  if (kind === 'applaud') return `applaud/${scene.comment}/${person}`;
  return `${kind}/${scene.photo}/${person}`;
}

/** The names of the scenes that a scene depends on. */
export function needsOf(scene: Scene): readonly string[] {
  if (scene.kind === 'join') return [];
  const joined = `join/${scene.person}`;
  if (scene.kind === 'publish') return [joined];
  if (scene.kind === 'takeBack') return [joined, `buy/${scene.purchase}`];
  if (scene.kind === 'buy') return scene.photo === null ? [joined] : [joined, `publish/${scene.photo}`];
  const atPost = [joined, `publish/${scene.photo}`];
  if (scene.kind === 'say' && scene.parent !== null) return [...atPost, `say/${scene.parent}`];
  if (scene.kind === 'dismiss') return [...atPost, `complain/${scene.photo}/${scene.person}`];
  return scene.kind === 'applaud' ? [...atPost, `say/${scene.comment}`] : atPost;
}
