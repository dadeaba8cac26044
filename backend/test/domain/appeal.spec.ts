import { actOfAppeal } from '../../src/domain/acts/implied-acts.js';
import { Appeal } from '../../src/domain/review/appeal.js';
import type { Decider } from '../../src/domain/moderation/self-decision.js';
import { Account } from '../../src/domain/account/account.js';
import { Comment } from '../../src/domain/comment/comment.js';
import { Report } from '../../src/domain/report/report.js';
import { Post } from '../../src/domain/post/post.js';
import { given } from '../support/given.js';
import { NOBODY, personOf } from '../../src/domain/admin/person.js';
import { personWith, rolesOf, someone } from '../support/roles.js';

const about = {
  actId: 'act1',
  about: 'post',
  subjectId: 'p1',
  postId: 'p1',
  postOwnerId: null,
  ownerId: 'ann',
} as const;
const nobody: Decider = NOBODY;

const file = (text: string) => Appeal.FileAppeal({ ...about, actBy: 'moe', text });
const filed = { type: 'AppealFiled', data: { ...about, actBy: 'moe', text: 'These are mine.' } } as const;
const decide = (
  adminId: string,
  isGranted: boolean,
  note = 'We looked twice.',
  decider = personWith(adminId),
) => Appeal.DecideAppeal({ actId: 'act1', adminId, decider, isGranted, note });
const decided = (adminId: string, isGranted: boolean, note = 'We looked twice.') =>
  ({ type: 'AppealDecided', data: { ...about, adminId, isGranted, note } }) as const;

describe('appealing a decision', () => {
  it('records the text', () => given(Appeal).when(file(' These are mine. ')).then(filed));

  it('does nothing when repeated', () => given(Appeal, filed).when(file('These are mine.')).thenNothing());

  it('is possible once, also after the appeal was decided', () => {
    const message = 'You have already appealed this decision.';
    given(Appeal, filed).when(file('Really.')).thenRejected(message, 'conflict');
    given(Appeal, filed, decided('olga', false)).when(file('Really.')).thenRejected(message, 'conflict');
  });

  it.each([
    [' ', 'Please say why the decision is wrong'],
    ['x'.repeat(501), 'An appeal has at most 500 characters'],
  ])('is rejected for the text %j', (text, message) =>
    given(Appeal).when(file(text)).thenRejected(message, 'invalid'),
  );

  it('counts an emoji as one character', () =>
    given(Appeal)
      .when(file('🦶'.repeat(500)))
      .then({ type: 'AppealFiled', data: { ...filed.data, text: '🦶'.repeat(500) } }));
});

describe('deciding an appeal', () => {
  it.each([true, false])('records it: %s', (isGranted) =>
    given(Appeal, filed).when(decide('olga', isGranted)).then(decided('olga', isGranted)),
  );

  it('needs a note for a rejection only', () => {
    given(Appeal, filed)
      .when(decide('olga', false, ' '))
      .thenRejected('Please describe the reason.', 'invalid');
    given(Appeal, filed)
      .when(decide('olga', true, ' '))
      .then(decided('olga', true, ''));
  });

  it('is for another admin than the one who decided', () =>
    given(Appeal, filed)
      .when(decide('moe', true))
      .thenRejected('This appeal is about your own decision. Another admin has to decide it.', 'forbidden'));

  it('is not for another login of the one who decided', () =>
    given(Appeal, filed)
      .when(
        decide(
          'moe-too',
          true,
          '',
          personOf('moe-too', rolesOf({ moe: { accountIds: ['max'] }, 'moe-too': { accountIds: ['max'] } })),
        ),
      )
      .thenRejected('This appeal is about your own decision. Another admin has to decide it.', 'forbidden'));

  it('is not for the owner of the post', () =>
    given(Appeal, filed)
      .when(decide('olga', true, '', someone('ann')))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden'));

  it('does nothing when the same admin repeats it, and is rejected for others', () => {
    const story = given(Appeal, filed, decided('olga', true));
    story.when(decide('olga', true)).thenNothing();
    story.when(decide('olga', false)).thenRejected('This appeal was decided already.', 'conflict');
    story.when(decide('otto', true)).thenRejected('This appeal was decided already.', 'conflict');
  });

  it('is rejected without an appeal', () =>
    given(Appeal).when(decide('olga', true)).thenRejected('Appeal not found', 'notFound'));

  it('takes a note of 500 characters, for either decision', () => {
    const story = given(Appeal, filed);
    story.when(decide('olga', true, '🦶'.repeat(500))).then(decided('olga', true, '🦶'.repeat(500)));
    for (const isGranted of [true, false]) {
      story
        .when(decide('olga', isGranted, 'x'.repeat(501)))
        .thenRejected('A note has at most 500 characters', 'invalid');
    }
  });

  it('is not for the owner of the reported post', () => {
    const reported = { ...filed, data: { ...filed.data, postOwnerId: 'bob' } } as const;
    given(Appeal, reported)
      .when(decide('olga', true, '', someone('bob')))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden');
  });
});

describe('a granted appeal', () => {
  const post = '00000000-0000-4000-8000-000000000001';
  const person = '00000000-0000-4000-8000-000000000002';
  const undoing = { actId: 'act1', decider: nobody, because: 'The appeal was granted.' };
  it.each([
    ['post', 'p1', Post.UndoPostAct({ postId: 'p1', ...undoing, isByAppeal: true })],
    ['comment', 'c1', Comment.UndoCommentAct({ commentId: 'c1', ...undoing })],
    ['report', `${post}-${person}`, Report.ReopenReport({ subjectId: post, reporterId: person, ...undoing })],
    [
      'suspension',
      'ann',
      Account.RestoreAccount({
        accountId: 'ann',
        suspensionId: 'act1',
        reason: undoing.because,
        decider: nobody,
      }),
    ],
    ['strike', 'ann', Account.UndoStrike({ accountId: 'ann', ...undoing })],
  ] as const)('against a decision about a %s undoes it', (kind, subjectId, command) =>
    expect(actOfAppeal({ ...filed.data, about: kind, subjectId, adminId: 'olga' }, nobody).command).toEqual(
      command,
    ),
  );
});
