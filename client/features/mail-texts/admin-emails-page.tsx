import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { MailEditor } from './mail-editor.tsx';
import { MailList } from './mail-list.tsx';
import { mailTextsQuery } from './mail-texts.queries.ts';

/** The list of emails, or the editor of the one that the address names: /admin/emails#receipt. */
export function AdminEmailsPage() {
  const kind = useLocation({ select: ({ hash }) => hash });
  const query = useQuery(mailTextsQuery);
  const edited = query.data?.mails.find((mail) => mail.kind === kind);
  if (edited) return <MailEditor key={kind} mail={edited} />;
  return (
    <>
      <PageHeading lead="Everything that the site sends by email, in your own words. Emails that you leave unchanged are updated with new versions.">
        Emails
      </PageHeading>
      <QueryView
        query={query}
        errorHeading="The emails could not be loaded"
        loadingText="Loading emails..."
        skeleton={<Skeleton shape="block" height="560px" />}
      >
        {({ mails }) => <MailList mails={mails} />}
      </QueryView>
    </>
  );
}
