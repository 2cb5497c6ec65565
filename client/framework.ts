// The libraries every page needs; client/main.ts loads them before the app.
import '@tanstack/react-query';
import '@tanstack/react-router';
import 'react-dom/client';
