import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'boolean', default: true })
  emailVerified!: boolean;

  @Column({ type: 'text', nullable: true })
  suspensionReason!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

@Entity('sessions')
export class Session {
  @PrimaryColumn({ type: 'char', length: 64 })
  tokenHash!: string;

  @Index()
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'userId' })
  user!: Relation<User>;

  @Index()
  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}

@Entity('posts')
@Index(['isPublic', 'publishedAt'])
@Index(['ownerId', 'publishedAt'])
export class Post {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  ownerId!: string;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'ownerId' })
  owner!: Relation<User>;

  @Column({ type: 'boolean', default: true })
  isPublic!: boolean;

  @Column({ type: 'integer', default: 0 })
  likesCount!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  publishedAt!: Date;
}

@Entity('likes')
@Index(['userId', 'createdAt'])
export class Like {
  @PrimaryColumn('uuid')
  postId!: string;

  @PrimaryColumn('uuid')
  userId!: string;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'postId' })
  post!: Relation<Post>;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'userId' })
  user!: Relation<User>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
