import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import text from '../../../docs/guide/guia.md?raw';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { parseGuideBlocks, type GuideBlock, type InlineSpan } from './guide-blocks.ts';
import './guide-page.css';

/**
 * Addresses of the images by file name. The service worker does not precache the images, because the text is sufficient without
 * network.
 */
const IMAGE_URLS = new Map(
  Object.entries(
    import.meta.glob<string>('../../../docs/guide/images/*.webp', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([file, url]) => [file.split('/').at(-1) ?? '', url]),
);

const Spans = ({ spans }: { spans: readonly InlineSpan[] }) =>
  spans.map((span) => {
    switch (span.type) {
      case 'plain':
        return span.text;
      case 'strong':
        return <strong key={span.text}>{span.text}</strong>;
      case 'link':
        return (
          <a key={span.to} href={`#${span.to}`}>
            {span.text}
          </a>
        );
    }
  });

function GuidePicture({ alt, name }: { alt: string; name: string }) {
  const [isMissing, setMissing] = useState(false);
  const url = IMAGE_URLS.get(name);
  if (url === undefined || isMissing)
    return (
      <p className="guide-missing">
        <Icon name="image" />
        {alt} (la imagen se ve con red)
      </p>
    );
  return (
    <img className="guide-picture" src={url} alt={alt} loading="lazy" onError={() => setMissing(true)} />
  );
}

function GuideBlockElement({ block }: { block: GuideBlock }) {
  switch (block.type) {
    case 'heading':
      return block.level === 3 ? <h3>{block.text}</h3> : <h2 id={block.id}>{block.text}</h2>;
    case 'text':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((spans) => (
            <li key={JSON.stringify(spans)}>
              <Spans spans={spans} />
            </li>
          ))}
        </List>
      );
    }
    case 'picture':
      return <GuidePicture alt={block.alt} name={block.name} />;
  }
}

const GUIDE_BLOCKS = parseGuideBlocks(text);
const [TITLE, ...CONTENT] = GUIDE_BLOCKS;

/**
 * `/help/guide`: docs/guide/guia.md, for receptionists, doctors and administrators. The text is also available without network.
 */
export const GuidePage = () => (
  <div className="guide">
    <PageHeader
      title={TITLE?.type === 'heading' ? TITLE.text : 'Guía'}
      actions={
        <Button component={Link} to="/help" variant="subtle">
          Volver a la ayuda
        </Button>
      }
    />
    <CardSurface as="section" className="guide-text">
      {CONTENT.map((block) => (
        <GuideBlockElement key={JSON.stringify(block)} block={block} />
      ))}
    </CardSurface>
  </div>
);
