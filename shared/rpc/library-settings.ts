import { z } from 'zod';

/** What a person can set for one library, with its default, once. Kept with the library; survives a restart. */
export const librarySettingsSchema = z.object({
  /** Which versions of the service are fetched: with `releases`, drafts of others are left where they are. */
  follow: z.enum(['drafts', 'releases']).default('drafts'),
  /** When what was saved is sent: by itself, or only once it is published. */
  upload: z.enum(['automatic', 'onPublish']).default('automatic'),
  /**
   * Which keys are fetched of which the library has no file: of its program all that no other library of this computer
   * has, or only those of its own classes. One library of a program fetches everything at most.
   */
  fetch: z.enum(['own', 'everything']).default('everything'),
  /** Which way bytes may go. What the other direction would do is shown. */
  direction: z.enum(['both', 'upOnly', 'downOnly']).default('both'),
  /** Files and folders that are no part of the library, in the form of a `.gitignore`. */
  ignorePatterns: z.array(z.string().min(1).max(500)).max(200).default([]),
  /** How long a file must stand still before it is read; `null`: as fits the kind of drive. */
  quietTimeMs: z.int().min(200).max(600_000).nullable().default(null),
  /** A person has nothing read, sent or fetched until they say otherwise. */
  isPaused: z.boolean().default(false),
});

export type LibrarySettings = z.output<typeof librarySettingsSchema>;

const { shape } = librarySettingsSchema;

/** A change of some settings of a library. What is left out stays as it is: no default may take its place here. */
export const librarySettingsPatch = z
  .object({
    follow: shape.follow.unwrap(),
    upload: shape.upload.unwrap(),
    fetch: shape.fetch.unwrap(),
    direction: shape.direction.unwrap(),
    ignorePatterns: shape.ignorePatterns.unwrap(),
    quietTimeMs: shape.quietTimeMs.unwrap(),
    isPaused: shape.isPaused.unwrap(),
  } satisfies Record<keyof LibrarySettings, z.ZodType>)
  .partial();

export type LibrarySettingsPatch = z.output<typeof librarySettingsPatch>;

export const defaultLibrarySettings: LibrarySettings = librarySettingsSchema.parse({});

/** How long files on network drives must stand still at least: what is written there arrives in parts. */
export const networkQuietTimeMs = 10_000;
