import type { FastifyInstance } from 'fastify';

import type {
  FeatureSwitch,
  SiteSettings,
  SwitchableFeature,
} from '#shared/endpoints/site-settings.ts';

import type { Deps } from './deps.ts';
import type { Job } from './lib/data/jobs.ts';
import type { PersonalData } from './lib/data/personal-data.ts';
import type { Setting } from './lib/data/settings.ts';
import type { PageRegistry } from './lib/pages/page-registry.ts';
import type { AddPreview } from './lib/preview/preview.ts';
import type { On } from './plugins/route.ts';

/** The parts that a feature adds to the site. Only the name, which is that of its folder, is required. */
export type Feature = Parts &
  (
    | { name: string; offSwitch?: undefined }
    | {
        name: SwitchableFeature;
        /** Lets an owner switch the feature off; `whenOff` says what disappears and what stays. */
        offSwitch: Pick<FeatureSwitch, 'label' | 'whenOff'>;
      }
  );

type Parts = {
  /** Registers endpoints, and other addresses such as downloads. */
  routes?(context: FeatureContext): void | Promise<void>;
  /** Describes pages for the first HTML, and lists their addresses for the sitemap. */
  pages?(context: FeatureContext): void;
  jobs?(deps: Deps, personalData: PersonalData[]): Job[];
  /** The data of one account in its tables. */
  personalData?: PersonalData;
  /** The settings that admins change under Server → Site. */
  siteSettings?: SiteSettingsOf;
  /** Fills an empty database. */
  demo?(deps: Deps): Promise<void>;
  /** Draws the pictures that `demo` left out, while the site is already up. */
  demoPictures?(deps: Deps, signal: AbortSignal): Promise<void>;
};

export type SiteSettingsOf = { [Name in keyof SiteSettings]?: Setting<SiteSettings[Name] | null> };

export type FeatureContext = {
  app: FastifyInstance;
  /** Registers an endpoint of shared/. */
  on: On;
  deps: Deps;
  pages: PageRegistry;
  preview: AddPreview;
  /** The declarations of all features. */
  personalData: PersonalData[];
  siteSettings: SiteSettingsOf;
  offSwitches: Omit<FeatureSwitch, 'isOn'>[];
};
