import { escapeHtml } from '#shared/rules/fill-page.ts';

import type { Mail } from './mail.ts';

/** Renders an email as text and as HTML. Every text is escaped here; callers pass plain text. */
export type MailSite = MailBrand & { siteUrl: string; contactEmail: string };

export type MailBrand = {
  siteName: string;
  /** One sentence at the end of every email. */
  footer: string;
  /** Path of the owner's logo. */
  logo?: string | undefined;
  /** Gives every colour the owner's palette. */
  shift?: ((hex: string) => string) | undefined;
};

export function renderMailText(mail: Mail, site: MailSite): string {
  const { heading, paragraphs, action, closing = [] } = mail;
  const parts = [
    heading,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(action ? [`${action.label}:`, action.url, ''] : []),
    ...closing.flatMap((paragraph) => [paragraph, '']),
    '-- ',
    `${site.siteName} | ${site.siteUrl}`,
    site.footer,
    `Questions? Write to ${site.contactEmail}.`,
  ];
  return `${parts.join('\n')}\n`;
}

/** Inline styles, because mail programs drop sheets. Each cell sets both colours, or a theme could change one of them. */
export function renderMailHtml(mail: Mail, site: MailSite): string {
  const html = renderInGold(mail, site);
  return site.shift ? html.replaceAll(/#[\da-f]{6}\b/g, site.shift) : html;
}

function renderInGold(mail: Mail, site: MailSite): string {
  const heading = escapeHtml(mail.heading);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light only">
<meta name="supported-color-schemes" content="light only">
<title>${escapeHtml(mail.subject)}</title>
</head>
<body style="margin:0;padding:0;background-color:#14110f;">
${renderPreheader(mail)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#14110f" style="background-color:#14110f;">
<tr><td align="center" style="padding:28px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#221c18" style="max-width:600px;background-color:#221c18;border:1px solid #6f4c14;border-radius:10px;">
<tr><td align="center" style="padding:26px 24px 22px;">
${renderLogo(site)}<a href="${escapeHtml(site.siteUrl)}" style="${displayFont}font-size:26px;line-height:32px;letter-spacing:3px;color:#f3c660;text-decoration:none;">${escapeHtml(site.siteName)}</a>
<div style="padding-top:6px;font-size:11px;line-height:14px;letter-spacing:6px;color:#a87722;" aria-hidden="true">&#9670;&nbsp;&#9670;&nbsp;&#9670;</div>
</td></tr>
<tr><td style="padding:0 10px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#efe2c4" style="background-color:#efe2c4;border:1px solid #a87722;border-radius:6px;">
<tr><td style="padding:32px 28px 28px;color:#2a1d10;">
<h1 style="margin:0 0 18px;${displayFont}font-size:24px;line-height:31px;font-weight:bold;color:#2a1d10;">${heading}</h1>
${mail.paragraphs.map(renderParagraph).join('\n')}
${mail.action ? renderAction(mail.action) : ''}
${renderClosing(mail)}
</td></tr>
</table>
</td></tr>
<tr><td align="center" style="padding:22px 28px 26px;${readingFont}font-size:14px;line-height:21px;color:#cdb98e;">
${escapeHtml(site.footer)}<br>
Questions? Write to <a href="mailto:${escapeHtml(site.contactEmail)}" style="color:#ffe09a;">${escapeHtml(site.contactEmail)}</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const displayFont = "font-family:Cinzel,'Palatino Linotype',Palatino,Georgia,serif;";
const readingFont = "font-family:Alegreya,Georgia,'Times New Roman',serif;";

/** The preview that an inbox shows beside the subject; the blanks keep the body text out of it. */
function renderPreheader({ paragraphs }: Mail): string {
  const blanks = '&#8199;&#65279;&#847; '.repeat(30);
  return `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#14110f;">${escapeHtml(paragraphs[0] ?? '')} ${blanks}</div>`;
}

function renderParagraph(text: string): string {
  return `<p style="margin:0 0 16px;${readingFont}font-size:17px;line-height:26px;color:#2a1d10;">${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`;
}

/** With the distance that the button's own paragraphs lack. */
function renderClosing({ closing = [] }: Mail): string {
  if (closing.length === 0) return '';
  return `<div style="padding-top:22px;">${closing.map(renderParagraph).join('\n')}</div>`;
}

function renderAction({ label, url }: NonNullable<Mail['action']>): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 22px;">
<tr><td align="center" bgcolor="#d9a53a" style="background-color:#d9a53a;border:1px solid #6f4c14;border-radius:7px;">
<a href="${href}" style="display:inline-block;padding:13px 26px;${displayFont}font-size:17px;line-height:22px;font-weight:bold;color:#2b1a05;text-decoration:none;">${escapeHtml(label)}</a>
</td></tr>
</table>
<p style="margin:0;${readingFont}font-size:14px;line-height:21px;color:#4b3722;">If the button does not work, open this address:<br>
<a href="${href}" style="color:#7c3b12;word-break:break-all;">${href}</a></p>`;
}

function renderLogo({ logo, siteUrl }: MailSite): string {
  if (!logo) return '';
  return `<img src="${escapeHtml(siteUrl + logo)}" alt="" width="48" height="48" style="display:block;margin:0 auto 10px;"><br>`;
}
