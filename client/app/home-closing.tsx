import { Link } from '@tanstack/react-router';

import gateUrl from '#client/art/scenes/gate-1200.avif';
import gate2xUrl from '#client/art/scenes/gate-2400.avif';
import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { ButtonLink, buttonClass } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { OwnPicture } from '#client/ui/layout/own-picture.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { formatUsername } from '#shared/rules/usernames.ts';

import styles from './home-closing.module.css';

export function HomeClosing() {
  const { communityUrl, brand } = useSite();
  const { isLoggedIn, username } = useSession();
  const primary = buttonClass({ tone: 'primary', size: 'lg' });
  return (
    <section className={styles.band} aria-labelledby="closing">
      {brand.hasOwnPicture ? (
        <OwnPicture className={styles.scene} isLazy />
      ) : (
        <img
          className={styles.scene}
          src={gateUrl}
          srcSet={`${gateUrl} 1200w, ${gate2xUrl} 2400w`}
          sizes="(max-width: 700px) 1000px, 100vw"
          width={2400}
          height={800}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={`wrap ${styles.content}`}>
        <h2 id="closing">
          {isLoggedIn ? (
            <SiteText name="welcomeHeading" original="The gate stands open" />
          ) : (
            <SiteText name="closingHeading" original="Your seat is free" />
          )}
        </h2>
        <p>
          {isLoggedIn ? (
            <SiteText
              name="welcomeText"
              original="The fire is lit, {player}, and they kept your stool warm."
              player={formatUsername(username)}
            />
          ) : (
            <SiteText
              name="closingText"
              original="The fire is lit, and nobody has taken the stool beside it. Come in and sit down."
            />
          )}
        </p>
        <Row className={styles.actions}>
          {isLoggedIn ? (
            <Link to="/play" className={primary}>
              Play Now
            </Link>
          ) : (
            <Link to="/register" className={primary}>
              Create Account
            </Link>
          )}
          <ButtonLink
            tone="quiet"
            size="lg"
            href={communityUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            Join the Chat
          </ButtonLink>
        </Row>
      </div>
    </section>
  );
}
