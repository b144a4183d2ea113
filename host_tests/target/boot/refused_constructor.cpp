// Must not link: an object that needs code to run before main(), which nothing here would call.

int seed();
int seed() { return *reinterpret_cast<volatile int*>(0x8000); }

int needs_construction = seed();

int main() { return needs_construction; }
