import type { MailContent } from './mail.ts';

/** The text and HTML parts of a mail. Everything is escaped: names and addresses are user input. */
export function renderMail({ subject, paragraphs, link }: MailContent): {
  subject: string;
  text: string;
  html: string;
} {
  const [first = '', ...rest] = paragraphs;
  const title = subject.replaceAll(/\s+/g, ' ').trim();
  const text = [first, ...(link ? [link.url] : []), ...rest].join('\n\n');
  const body = [
    paragraph(escapeHtml(first)),
    ...(link ? [button(link)] : []),
    ...rest.map((each) => paragraph(escapeHtml(each))),
  ];
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; color: #222">',
    ...body,
    '</body></html>',
  ];
  return { subject: title, text: `${text}\n`, html: `${html.join('\n')}\n` };
}

function paragraph(html: string): string {
  return `<p>${html}</p>`;
}

/** The full URL follows the button, for mail clients that show no buttons. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  const style = 'padding: 8px 16px; background: #1d4ed8; color: #fff; text-decoration: none';
  return `<p><a href="${href}" style="${style}">${escapeHtml(label)}</a></p>\n<p>${href}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
