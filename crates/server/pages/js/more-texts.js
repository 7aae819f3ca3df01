// Texts of the pages beside the table: learning, own games, the lab.
import { loadMore } from './i18n.js';

await loadMore();
