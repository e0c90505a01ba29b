import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useCatalogLink } from '../use-catalog-link.ts';

interface FormPageProps {
  title: string;
  sub?: string | undefined;
  route: string;
  children: ReactNode;
}

export function FormPage({ title, sub, route, children }: FormPageProps) {
  const linkTo = useCatalogLink();
  return (
    <>
      <PageHeader
        title={title}
        sub={sub}
        actions={
          <Button component={Link} to={linkTo(route)} variant="subtle">
            Volver al listado
          </Button>
        }
      />
      {children}
    </>
  );
}
