import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#ui/icon.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { CatalogWords } from '../description.ts';
import { useWay } from '../use-way.ts';

interface FormPageProps {
  title: string;
  sub?: string | undefined;
  words: CatalogWords;
  route: string;
  children: ReactNode;
}

/** What is around a form: its title, and the way back to the list. */
export function FormPage({ title, sub, words, route, children }: FormPageProps) {
  const way = useWay();
  return (
    <>
      <PageHeader
        title={title}
        sub={sub}
        actions={
          <Button component={Link} to={way(route)} variant="subtle" leftSection={<Icon name="left" />}>
            Volver a {words.title.toLowerCase()}
          </Button>
        }
      />
      {children}
    </>
  );
}
