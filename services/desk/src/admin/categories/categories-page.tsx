import { CategoryList } from './category-list.tsx'
import { CategoryPage } from './category-page.tsx'

/** `/desk/admin/categories`: all categories, or the one that the address names. */
export function CategoriesPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <CategoryList /> : <CategoryPage key={uuid} uuid={uuid} />
}
