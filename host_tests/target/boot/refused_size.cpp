// Must not link: more zeros than the board has memory.

unsigned char too_much[0x3F000000];

int main() { return too_much[0x3EFFFFFF]; }
