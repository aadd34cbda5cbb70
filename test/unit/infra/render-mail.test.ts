import fc from 'fast-check';
import { renderMail } from '../../../src/infra/mailer/render-mail.ts';

test('text and HTML say the same, and the link is in both', () => {
  const url = 'https://forms.example/reset-password?token=abc&x=1';
  const mail = renderMail({
    subject: 'New password',
    paragraphs: ['First.', 'Second & last.'],
    link: { label: 'Choose', url },
  });
  expect(mail.subject).toBe('New password');
  expect(mail.text).toBe(`First.\n\n${url}\n\nSecond & last.\n`);
  expect(mail.html).toContain('<p>First.</p>');
  expect(mail.html).toContain('<p>Second &amp; last.</p>');
  expect(mail.html).toContain('href="https://forms.example/reset-password?token=abc&amp;x=1"');
});

test('the content is always text, never markup', () => {
  const hostile = fc.array(fc.constantFrom('<', '>', '"', "'", '&', 'script', '=', ' ', '\n', 'ü'), {
    minLength: 1,
  });
  const bare = renderMail({ subject: 's', paragraphs: ['p', 'q'], link: { label: 'l', url: 'u' } }).html;
  const tags = (html: string) =>
    html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, 'href')) ?? [];
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      const { html, subject } = renderMail({
        subject: text,
        paragraphs: [text, text],
        link: { label: text, url: text },
      });
      expect(tags(html)).toEqual(tags(bare));
      expect(subject).not.toMatch(/[\r\n]/);
    }),
  );
});
